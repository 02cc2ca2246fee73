"""Record files and the page that shows a match in any browser."""
