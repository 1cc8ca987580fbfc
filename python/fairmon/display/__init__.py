"""How results show themselves: text, HTML and SVG without a script, plots by other libraries."""
