import { parseSync, Visitor } from 'vite'

/** A text in the source that people may read, with `{}` for each inserted value. */
interface Literal {
  text: string
  line: number
}

/** Attributes whose values aren't shown to people. */
const MACHINE_ATTRIBUTES = /^(class(Name)?|id|key|name|type|d|style|sizes|allow|accept|autoComplete|pattern)$/
/** An alias in a query, such as `table as name`. */
const isAlias = (text: string) => /^[\w.]+ as \w+$/.test(text)
const looksLikeWords = (text: string) =>
  (/\p{L}\p{P}*\s+\P{L}*\p{L}/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text)) && !isAlias(text)

/**
 * @returns every text of a module that may be for people: text between tags, and strings that have two words or
 * begin like a sentence. Without imports, types, SQL, class names and log messages.
 */
export function literalsOf(path: string, source: string): Literal[] {
  const { program } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  const found = new Map<number, string>()
  const leftOut: { start: number; end: number }[] = []
  const keep = (start: number, text: string) => {
    const oneLine = text.replace(/\s+/g, ' ').trim()
    if (/\p{L}/u.test(oneLine)) found.set(start, oneLine)
  }
  const leaveOut = (node: { start: number; end: number }) => {
    leftOut.push(node)
  }
  new Visitor({
    ImportDeclaration: leaveOut,
    TSLiteralType: leaveOut,
    TaggedTemplateExpression(node) {
      if (/^sql\b/.test(source.slice(node.tag.start, node.tag.end))) leaveOut(node)
    },
    CallExpression(node) {
      if (/\b(log|logger)\.\w+$/.test(source.slice(node.callee.start, node.callee.end))) leaveOut(node)
    },
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier' && MACHINE_ATTRIBUTES.test(node.name.name)) leaveOut(node)
    },
    JSXText(node) {
      keep(node.start, node.value)
    },
    Literal(node) {
      if (typeof node.value === 'string' && looksLikeWords(node.value)) keep(node.start, node.value)
    },
    TemplateLiteral(node) {
      const text = node.quasis.map(({ value }) => value.cooked).join('{}')
      if (looksLikeWords(text)) keep(node.start, text)
    },
  }).visit(program)
  return [...found]
    .filter(([start]) => !leftOut.some((part) => part.start <= start && start < part.end))
    .map(([start, text]) => ({ text, line: source.slice(0, start).split('\n').length }))
}
