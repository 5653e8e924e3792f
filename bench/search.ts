import { sql } from 'kysely'
import { type Db, NOW, type Program, percentile } from './booking-studio.ts'
import { onBothEngines, type QueryRow, type Where } from './own-postgres.ts'

const POSTS = 5_000
/** Words of a post. */
const LENGTH = 400
const ROUNDS = 60
const HOUR = 3_600_000

/** What is searched: from one post to all of them. */
const SEARCHES: Record<string, string> = {
  'a word of one post': 'single4321',
  'a word of every fiftieth post': 'seldom',
  'a word of every post': 'often',
  'the beginning of most words': 'wo',
  'a word of every post and one of few': 'often seldom',
  'three words of every post': 'often always every',
  'no match': 'nothingatall',
}

/** The search of the site's posts with their excerpts, without rendering, in 5,000 posts of 400 words. */
export const benchSearch = (): Promise<QueryRow[]> => onBothEngines(measure)

async function measure(database: string, program: Program, where: Where): Promise<QueryRow[]> {
  const db = program.openDatabase(where)
  await program.migrate(db)
  await fill(program, db, where.databaseUrl !== undefined)
  const deps = { db, clock: program.fixedClock(NOW) }
  const rows: QueryRow[] = []
  for (const [asked, words] of Object.entries(SEARCHES)) {
    const times: number[] = []
    const before = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now()
      await program.searchPosts(deps, words, 21)
      times.push(performance.now() - start)
    }
    const { user, system } = process.cpuUsage(before)
    rows.push({
      ...{ database, asked, target: '< 20 ms' },
      median: `${percentile(times, 0.5).toFixed(1)} ms`,
      p95: `${percentile(times, 0.95).toFixed(1)} ms`,
      'processor time': `${((user + system) / 1_000 / ROUNDS).toFixed(1)} ms`,
    })
  }
  await db.destroy()
  return rows
}

async function fill(program: Program, db: Db, onPostgres: boolean): Promise<void> {
  await program.putTestSettings(db)
  for (let at = 0; at < POSTS; at++)
    await program.makePost(db, {
      title: `Post ${at}${at % 100 === 0 ? ' seldom' : ''}`,
      body: textOf(at),
      published_at: NOW - at * HOUR,
    })
  await program.indexMissingPosts({ db })
  // As the servers do by themselves in the course of time.
  await sql.raw(onPostgres ? 'vacuum analyze' : 'analyze').execute(db)
}

/** Words of a vocabulary of 20,000, most of them rare. */
function textOf(at: number): string {
  const words = Array.from(
    { length: LENGTH },
    (_, n) => `word${((at * 7_919 + n * n * 104_729) % 20_000).toString(36)}`,
  )
  const paragraphs = Array.from({ length: 8 }, (_, part) => words.slice(part * 50, part * 50 + 50).join(' '))
  return [`Often and always, every single${at}${at % 50 === 0 ? ' seldom' : ''}.`, ...paragraphs].join('\n\n')
}
