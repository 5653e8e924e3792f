import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
  type ValueNode,
} from 'kysely'

const INSTANTS = new Set(['created_at', 'updated_at', 'expires_at', 'locked_until', 'proved_at'])
const FLAGS = new Set(['email_verified', 'two_factor_enabled', 'verified', 'backed_up', 'two_steps'])

/** Lets Better Auth work with `Date` and `boolean`, while our columns hold integers on both engines. */
export class IntegerColumns implements KyselyPlugin {
  readonly #transformer = new IntegerValues()

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node)
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return { ...result, rows: result.rows.map(withRichValues) }
  }
}

class IntegerValues extends OperationNodeTransformer {
  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(asInteger) }
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: asInteger(node.value) }
  }
}

function asInteger<T>(value: T): T | number {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'boolean' ? Number(value) : value
}

const withRichValues = (row: UnknownRow): UnknownRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (value === null) return [column, value]
      if (INSTANTS.has(column)) return [column, new Date(Number(value))]
      return [column, FLAGS.has(column) ? Number(value) === 1 : value]
    }),
  )
