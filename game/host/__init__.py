"""What differs between a desktop and a browser: storage, clock, the page. Nothing else knows the browser."""
