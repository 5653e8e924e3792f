/** What stands in the archive, for whoever opens it in ten years. */
export const READ_ME = `This archive is everything that the program kept: photographs, texts, people, bookings, choices.

files/originals/   every photograph, byte for byte, under its SHA-256
originals.csv      which of them is which: galleries, sets, file names, titles
picks/             favorites and comments of clients
texts/             posts, essays and pages as Markdown
tables/*.json      every table as JSON, complete; an import reads these. Times in them are milliseconds since 1970 (UTC)
tables/*.csv       the same tables for spreadsheets
files/brand/       the logo and the icons
manifest.json      the length and the SHA-256 of every file here

To bring it back, into a new and empty installation: npm run cli -- import ARCHIVE

It holds names, addresses, the hashes of passwords, and emails. Sent emails keep no links. Emails that haven't been sent
yet hold links that work: those to galleries and bookings open them, here and after an import with the same secret.
Those for a new password, for signing in, for confirming an address and for joining the team work only where the archive
was made, for up to three days. The archive isn't encrypted: keep it as you keep your keys. Nobody’s session is in it.
Second factors, gallery PINs and addresses of outside calendars are in it as they were stored, encrypted with the secret
of the installation,
which is not in it (SECRET, or the file "secret" in the data folder): keep that one elsewhere.
`
