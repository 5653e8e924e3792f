import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '~/platform/project-root.server'
import { serviceDraftSchema } from './drafts'

const line = z.string().min(1).max(300)

/** A kind of work, with the texts of its service and its session type. Prices are the owner's. */
const templateSchema = serviceDraftSchema
  .pick({ notch: true, title: true, summary: true, points: true })
  .extend({
    /** Title of the session type. */
    session: line,
    minutes: z.int().min(5).max(1_440),
    editedPhotos: line,
    turnaround: line,
  })

export type ServiceTemplate = z.infer<typeof templateSchema>

/** The kinds of work that a new studio can choose from; at most one of each `notch`. */
export async function readServiceTemplates(): Promise<ServiceTemplate[]> {
  const file = join(projectRoot(), 'content/templates/services.json')
  return z.array(templateSchema).parse(JSON.parse(await readFile(file, 'utf8')))
}
