// Exits with 0 if the site on this machine is ready.
const { PORT = 3000 } = process.env
const response = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
