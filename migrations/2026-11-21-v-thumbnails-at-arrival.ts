import type { Kysely } from 'kysely'

interface Jobs {
  jobs: { kind: string }
}

/** Thumbnails are made with the photograph; those that still wait to be made are renditions like others. */
export async function up(db: Kysely<Jobs>): Promise<void> {
  await db.updateTable('jobs').set({ kind: 'make-renditions' }).where('kind', '=', 'make-thumbnail').execute()
}
