"""The page about a comparison or a summary: a model without any markup, and its forms as HTML, Markdown and JSON."""
