/** A separate thread that writes SQLite's log back to the database: it waits for the disk. */
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { workerData } from 'node:worker_threads'

const address = pathToFileURL(workerData)
// Doesn't create a missing database file.
address.searchParams.set('mode', 'rw')
const database = new DatabaseSync(address, { timeout: 0 })
database.exec('pragma wal_checkpoint(passive)')
// Only this one keeps others from writing, and little is left for it. While others write or read an old state, it
// gives up.
database.exec('pragma wal_checkpoint(restart)')
database.close()
