"""The process of each pair: how it is forked, and how it confines itself."""
