import {
  AliasNode,
  DeleteResult,
  InsertResult,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  ReturningNode,
  type RootOperationNode,
  SelectAllNode,
  SelectionNode,
  TableNode,
  type UnknownRow,
  UpdateResult,
} from 'kysely'

/** A row after it was written, or before it was deleted. */
export interface WrittenRow {
  table: string
  row: UnknownRow
  isDeleted: boolean
}

/**
 * Records every row that a transaction writes: `tx.withPlugin(recordWrittenRows(written))`. Writes return whole
 * rows for that. Changes by triggers and cascades aren't recorded, and raw SQL writes are refused.
 */
export function recordWrittenRows(written: WrittenRow[]): KyselyPlugin {
  const writes = new WeakMap<object, { table: string; kind: WriteNode['kind']; returns: boolean }>()
  return {
    transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
      if (node.kind === 'RawNode' && WRITES.test(node.sqlFragments.join(' ')))
        throw new Error('A write in raw SQL can’t be previewed.')
      if (
        node.kind !== 'InsertQueryNode' &&
        node.kind !== 'UpdateQueryNode' &&
        node.kind !== 'DeleteQueryNode'
      )
        return node
      writes.set(queryId, {
        table: tableOf(node),
        kind: node.kind,
        returns: node.returning !== undefined,
      })
      const whole = SelectionNode.create(SelectAllNode.create())
      return { ...node, returning: ReturningNode.create([whole, ...(node.returning?.selections ?? [])]) }
    },
    async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
      const write = writes.get(queryId)
      if (!write) return result
      const { table, kind, returns } = write
      for (const row of result.rows) written.push({ table, row, isDeleted: kind === 'DeleteQueryNode' })
      // Hides the returned rows from callers who didn't request them.
      return returns ? result : { rows: [countOf(kind, BigInt(result.rows.length))] }
    },
  }
}

const WRITES = /^\s*(insert|update|delete|replace|merge|truncate)\b/i

type WriteNode = Extract<
  RootOperationNode,
  { kind: 'InsertQueryNode' | 'UpdateQueryNode' | 'DeleteQueryNode' }
>

/** The result for a caller who requested no rows. */
function countOf(kind: WriteNode['kind'], count: bigint): UnknownRow {
  switch (kind) {
    case 'InsertQueryNode':
      return { ...new InsertResult(undefined, count) }
    case 'UpdateQueryNode':
      return { ...new UpdateResult(count, undefined) }
    case 'DeleteQueryNode':
      return { ...new DeleteResult(count) }
  }
}

function tableOf(node: WriteNode): string {
  const named: OperationNode | undefined =
    node.kind === 'InsertQueryNode'
      ? node.into
      : node.kind === 'UpdateQueryNode'
        ? node.table
        : node.from.froms[0]
  const table = named && AliasNode.is(named) ? named.node : named
  if (!table || !TableNode.is(table)) throw new Error('A write names no table.')
  return table.table.identifier.name
}
