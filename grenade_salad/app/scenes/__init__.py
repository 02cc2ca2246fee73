"""app/scenes"""
