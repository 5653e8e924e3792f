import {
  type CleanedWhere,
  type CustomAdapter,
  createAdapterFactory,
  type ModelTarget,
} from '@better-auth/core/db/adapter'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { type Db, runsOnPostgres } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import { failures } from './auth-calls.server'

type AnyRow = Record<string, unknown>
type AnyTables = Record<string, AnyRow>

const SESSIONS = 'sessions'
const OPERATORS = { ne: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=', in: 'in', not_in: 'not in' } as const

/**
 * Better Auth over our tables, by its adapter factory. Instants and flags are integers in our columns on both engines.
 * Of a session's token only the SHA-256 is stored, so a stolen database opens no session. Tokens are random, so a
 * slower hash would add nothing.
 */
export const authAdapter = (db: Db) =>
  createAdapterFactory({
    config: {
      adapterId: 'studio',
      supportsNumericIds: false,
      customTransformInput: ({ data }) => (Array.isArray(data) ? data.map(asInteger) : asInteger(data)),
      customTransformOutput: ({ data, fieldAttributes: { type } }) => {
        if (data === null || data === undefined) return data
        if (type === 'date') return new Date(Number(data))
        return type === 'boolean' ? Number(data) === 1 : data
      },
    },
    adapter: ({ getFieldName }) =>
      notingErrors(queries(db as unknown as Kysely<AnyTables>, { locks: runsOnPostgres(db), getFieldName })),
  })

const notingErrors = (methods: CustomAdapter): CustomAdapter =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (...args: unknown[]) =>
        method(...args).catch((error: unknown) => {
          const failure = failures.getStore()
          if (failure) failure.error = error
          throw error
        }),
    ]),
  ) as unknown as CustomAdapter

const asInteger = (value: unknown): unknown => {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'boolean' ? Number(value) : value
}

interface Engine {
  locks: boolean
  /** The column of a field. */
  getFieldName(of: { model: string; field: string }): string
}

function queries(db: Kysely<AnyTables>, { locks, getFieldName }: Engine): CustomAdapter {
  /** One matching row, locked against concurrent statements. */
  const oneOf = (model: string, where: CleanedWhere[]) => {
    const one = db.selectFrom(model).select('id').where(matching(where)).limit(1)
    return locks ? one.forUpdate() : one
  }
  return {
    create: async <T extends AnyRow>({ model, data }: ModelTarget & { data: T }) => {
      const tokens = new SessionTokens(model)
      const row = await db
        .insertInto(model)
        .values(tokens.hashedIn(data))
        .returningAll()
        .executeTakeFirstOrThrow()
      return tokens.restored(row) as T
    },
    findOne: async <T>({ model, where }: ModelTarget & { where: CleanedWhere[] }) => {
      const tokens = new SessionTokens(model)
      const query = db
        .selectFrom(model)
        .selectAll()
        .where(matching(tokens.hashed(where)))
        .limit(1)
      const row = await query.executeTakeFirst()
      return row ? (tokens.restored(row) as T) : null
    },
    findMany: async <T>({
      model,
      where = [],
      limit,
      offset,
      sortBy,
    }: Parameters<CustomAdapter['findMany']>[0]) => {
      const tokens = new SessionTokens(model)
      let query = db
        .selectFrom(model)
        .selectAll()
        .where(matching(tokens.hashed(where)))
        .limit(limit)
      if (sortBy) query = query.orderBy(getFieldName({ model, field: sortBy.field }), sortBy.direction)
      if (offset) query = query.offset(offset)
      return (await query.execute()).map((row) => tokens.restored(row)) as T[]
    },
    count: async ({ model, where = [] }) => {
      const query = db.selectFrom(model).select((e) => e.fn.countAll<number>().as('count'))
      const row = await query
        .where(matching(new SessionTokens(model).hashed(where)))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
    update: async <T>({ model, where, update }: ModelTarget & { where: CleanedWhere[]; update: T }) => {
      const tokens = new SessionTokens(model)
      const row = await db
        .updateTable(model)
        .set(tokens.hashedIn(update as AnyRow))
        .where(matching(tokens.hashed(where)))
        .returningAll()
        .executeTakeFirst()
      return row ? (tokens.restored(row) as T) : null
    },
    updateMany: async ({ model, where, update }) => {
      const tokens = new SessionTokens(model)
      const query = db.updateTable(model).set(tokens.hashedIn(update))
      const { numUpdatedRows } = await query.where(matching(tokens.hashed(where))).executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },
    delete: async ({ model, where }) => {
      await db
        .deleteFrom(model)
        .where(matching(new SessionTokens(model).hashed(where)))
        .execute()
    },
    deleteMany: async ({ model, where }) => {
      const query = db.deleteFrom(model).where(matching(new SessionTokens(model).hashed(where)))
      return Number((await query.executeTakeFirstOrThrow()).numDeletedRows)
    },
    consumeOne: async <T>({ model, where }: ModelTarget & { where: CleanedWhere[] }) => {
      const tokens = new SessionTokens(model)
      const one = oneOf(model, tokens.hashed(where))
      const row = await db.deleteFrom(model).where('id', 'in', one).returningAll().executeTakeFirst()
      return row ? (tokens.restored(row) as T) : null
    },
    incrementOne: async <T>({
      model,
      where,
      increment,
      set = {},
    }: Parameters<NonNullable<CustomAdapter['incrementOne']>>[0]) => {
      const sums = Object.entries(increment).map(([field, by]) => [field, sql`${sql.ref(field)} + ${by}`])
      const row = await db
        .updateTable(model)
        .set({ ...set, ...Object.fromEntries(sums) })
        .where('id', 'in', oneOf(model, where))
        .where(matching(where))
        .returningAll()
        .executeTakeFirst()
      return (row ?? null) as T | null
    },
  }
}

/** All conditions joined by AND, and at least one of those joined by OR. */
const matching =
  (where: CleanedWhere[]) =>
  (e: ExpressionBuilder<AnyTables, string>): Expression<SqlBool> => {
    const conditions = (connector: 'AND' | 'OR') =>
      where.filter((each) => each.connector === connector).map((each) => condition(e, each))
    const anyOf = conditions('OR')
    return e.and([...conditions('AND'), ...(anyOf.length > 0 ? [e.or(anyOf)] : [])])
  }

function condition(
  e: ExpressionBuilder<AnyTables, string>,
  { field, operator, value, mode }: CleanedWhere,
): Expression<SqlBool> {
  if (mode !== 'sensitive')
    throw new Error(`Better Auth compares ${field} without case, which isn’t supported.`)
  if (operator === 'eq') return value === null ? e(field, 'is', null) : e(field, '=', value)
  if (operator === 'ne' && value === null) return e(field, 'is not', null)
  const sqlOperator = OPERATORS[operator as keyof typeof OPERATORS]
  if (!sqlOperator) throw new Error(`Better Auth compares ${field} with ${operator}, which isn’t supported.`)
  return e(field, sqlOperator, value)
}

/** Replaces session tokens in a query by their hashes, and restores them in the returned rows. */
class SessionTokens {
  readonly #isSessions: boolean
  readonly #byHash = new Map<unknown, string>()

  constructor(model: string) {
    this.#isSessions = model === SESSIONS
  }

  hashedIn(data: AnyRow): AnyRow {
    return this.#isSessions && 'token' in data ? { ...data, token: this.#hash(data.token) } : data
  }

  hashed(where: CleanedWhere[]): CleanedWhere[] {
    if (!this.#isSessions) return where
    return where.map((each) => {
      if (each.field !== 'token') return each
      const { value } = each
      return {
        ...each,
        value: Array.isArray(value) ? value.map((one) => this.#hash(one)) : this.#hash(value),
      }
    })
  }

  restored(row: AnyRow): AnyRow {
    const token = this.#byHash.get(row.token)
    return token === undefined ? row : { ...row, token }
  }

  #hash(token: unknown): string {
    const hash = sha256(String(token))
    this.#byHash.set(hash, String(token))
    return hash
  }
}
