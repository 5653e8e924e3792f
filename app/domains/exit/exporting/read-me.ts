/** A text in the archive for people who open it in ten years. */
export const READ_ME = `This archive contains everything from your site: photos, text, clients, bookings, and favorites.

files/originals/   every photo, unchanged, named by its SHA-256
originals.csv      which file is which: galleries, sets, file names, titles
picks/             clients’ favorites and comments
texts/             posts, stories, and pages as Markdown
tables/*.json      every table as JSON, for imports. Times are milliseconds since 1970 (UTC)
tables/*.csv       the same tables for spreadsheets
files/brand/       the logo and favicons
manifest.json      the size and SHA-256 of every file here

To restore it into a new, empty installation: npm run cli -- import ARCHIVE

It contains names, contact details, password hashes, and emails. Sent emails have no links. Emails that haven't been
sent yet have working links: gallery and booking links work here and after an import with the same secret. Links for a
new password, signing in, confirming an email, and joining the team work only where the archive was made, for up to
three days. The archive isn't encrypted, so store it somewhere safe. It contains no sign-ins. Two-factor keys, gallery
PINs, and connected calendars are encrypted with your site's secret, which isn't in the archive (SECRET, or the file
"secret" in the data folder). Keep that somewhere else.
`
