import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { listDemoSessionTypes } from '~/domains/demo/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db, Tx } from '~/platform/db/database.server'
import { projectRoot } from '~/platform/project-root.server'
import { factsOf, withFacts } from './facts'
import { type PageBody, pageSchemas } from './model'
import { readSettings, termsToShow } from './operations.server'
import { replaceTerms } from './terms.server'
import { withTermsDocuments } from './terms-form.server'
import { termsFromTemplate } from './terms-template'

interface TermsTemplate {
  neutral: PageBody<'terms'>
  sections: PageBody<'terms'>['sections']
}

/** Reads files, so call it before a transaction. */
export async function readTermsTemplate(): Promise<TermsTemplate> {
  const content = join(projectRoot(), 'content')
  const jsonIn = async (file: string) => JSON.parse(await readFile(join(content, file), 'utf8'))
  const { terms } = pageSchemas
  return {
    neutral: terms.parse((await jsonIn('blank/pages/terms.json')).body),
    sections: terms.shape.sections.parse(await jsonIn('templates/terms.json')),
  }
}

/** The template's text for the current settings and session types, without those of the demo. */
async function termsForStudio(
  { db }: { db: Db },
  { neutral, sections }: TermsTemplate,
): Promise<PageBody<'terms'>> {
  const settings = await readSettings({ db })
  const ofDemo = await listDemoSessionTypes({ db })
  const types = (await listSessionTypes({ db })).filter(({ slug }) => !ofDemo.has(slug))
  return withTermsDocuments(termsFromTemplate(neutral, sections, { settings, types }))
}

/** The template's text as visitors would read it. */
export async function previewTermsTemplate({ db }: { db: Db }) {
  const body = await termsForStudio({ db }, await readTermsTemplate())
  return termsToShow(withFacts(body, factsOf(await readSettings({ db })))).sections
}

/** Publishes the template's text in place of the current terms. */
export async function publishTermsTemplate(
  { db: tx, clock, author }: { db: Tx; clock: Clock; author: Author },
  template: TermsTemplate,
): Promise<void> {
  const number = await replaceTerms({ db: tx, clock, author }, await termsForStudio({ db: tx }, template))
  const subject = `Version ${number}, from the template`
  await recordAction({ db: tx, clock, author }, { action: 'terms-published', subject })
}
