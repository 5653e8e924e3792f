import {
  type BinaryOperationNode,
  ColumnNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  type UnknownRow,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { sha256 } from '~/platform/ids.server'

/** Of Better Auth’s tables, sessions alone have such a column. */
const COLUMN = 'token'

/**
 * Keeps of a session’s token its SHA-256 alone, so that a stolen database or backup opens no session. Whoever asks by
 * a token gets it back with the row. Tokens are random, so a slower hash would add nothing.
 */
export class HashedTokens implements KyselyPlugin {
  /** The tokens that a query names, by their hashes, until its result is there. */
  readonly #named = new WeakMap<PluginTransformQueryArgs['queryId'], Map<string, string>>()

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const named = new Map<string, string>()
    this.#named.set(queryId, named)
    return new TokenHasher(named).transformNode(node)
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const named = this.#named.get(queryId)
    if (!named?.size) return result
    const rows = result.rows.map((row) => {
      const token = named.get(String(row[COLUMN]))
      return token === undefined ? row : { ...row, [COLUMN]: token }
    })
    return { ...result, rows }
  }
}

class TokenHasher extends OperationNodeTransformer {
  readonly #named: Map<string, string>

  constructor(named: Map<string, string>) {
    super()
    this.#named = named
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const at = node.columns?.findIndex(isTokenColumn) ?? -1
    if (at === -1 || !node.values || !ValuesNode.is(node.values)) return super.transformInsertQuery(node)
    const lists = node.values.values.map((list) =>
      PrimitiveValueListNode.is(list)
        ? PrimitiveValueListNode.create(list.values.with(at, this.#hash(list.values[at])))
        : ValueListNode.create(list.values.with(at, this.#hashed(list.values[at] as OperationNode))),
    )
    return super.transformInsertQuery({ ...node, values: ValuesNode.create(lists) })
  }

  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const { leftOperand: left } = node
    const isAboutToken = ReferenceNode.is(left) ? isTokenColumn(left.column) : isTokenColumn(left)
    return super.transformBinaryOperation(
      isAboutToken ? { ...node, rightOperand: this.#hashed(node.rightOperand) } : node,
    )
  }

  #hashed(node: OperationNode): OperationNode {
    if (ValueNode.is(node)) return ValueNode.create(this.#hash(node.value))
    if (PrimitiveValueListNode.is(node))
      return PrimitiveValueListNode.create(node.values.map((value) => this.#hash(value)))
    throw new Error('A session was asked for in a way that its token can’t be hashed in.')
  }

  #hash(token: unknown): string {
    const hash = sha256(String(token))
    this.#named.set(hash, String(token))
    return hash
  }
}

const isTokenColumn = (node: OperationNode) => ColumnNode.is(node) && node.column.name === COLUMN
