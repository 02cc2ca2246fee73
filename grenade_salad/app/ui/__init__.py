"""app/ui"""
