"""The referee's own rooms: rules, judging, record, announcements, and the program that joins them."""
