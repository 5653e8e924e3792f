/** A form of a page, with the fields that a browser would send unchanged. */
export interface PostedForm {
  /** Its target, with the query. */
  action: string
  fields: [name: string, value: string][]
  /** Name and value of the button that sends it; undefined if it has no name. */
  button: [name: string, value: string] | undefined
}

/** The POST forms of a page, one for each of their buttons. */
export function postedForms(html: string, path: string): PostedForm[] {
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)]
  return forms.flatMap(([, head = '', inner = '']) => {
    if (attribute(head, 'method')?.toLowerCase() !== 'post') return []
    const action = new URL(attribute(head, 'action') ?? path, `http://x${path}`)
    const fields = fieldsOf(inner)
    return buttonsOf(inner).map(({ to, button }) => {
      const { pathname, search } = new URL(to ?? action, action)
      return { action: pathname + search, fields, button }
    })
  })
}

function fieldsOf(inner: string): [string, string][] {
  const inputs = [...inner.matchAll(/<input\b([^>]*)>/g)].flatMap(([, head = '']): [string, string][] => {
    const name = attribute(head, 'name')
    const type = attribute(head, 'type') ?? 'text'
    if (!name || ['submit', 'file', 'button', 'image'].includes(type)) return []
    if (['checkbox', 'radio'].includes(type) && !/\bchecked\b/.test(head)) return []
    return [[name, attribute(head, 'value') ?? '']]
  })
  const areas = [...inner.matchAll(/<textarea\b([^>]*)>(.*?)<\/textarea>/gs)].flatMap(
    ([, head = '', text = '']): [string, string][] => {
      const name = attribute(head, 'name')
      return name ? [[name, plain(text)]] : []
    },
  )
  const selects = [...inner.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)].flatMap(
    ([, head = '', options = '']): [string, string][] => {
      const name = attribute(head, 'name')
      const chosen = /<option\b([^>]*\bselected\b[^>]*)>/.exec(options) ?? /<option\b([^>]*)>/.exec(options)
      return name && chosen ? [[name, attribute(chosen[1] ?? '', 'value') ?? '']] : []
    },
  )
  return [...inputs, ...areas, ...selects]
}

function buttonsOf(inner: string): { to: string | undefined; button: PostedForm['button'] }[] {
  const buttons = [...inner.matchAll(/<button\b([^>]*)>/g)].flatMap(([, head = '']) => {
    if (attribute(head, 'type') === 'button') return []
    const name = attribute(head, 'name')
    const button: PostedForm['button'] = name ? [name, attribute(head, 'value') ?? ''] : undefined
    return [{ to: attribute(head, 'formaction'), button }]
  })
  return buttons.length > 0 ? buttons : [{ to: undefined, button: undefined }]
}

const attribute = (head: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(head)?.[1]
  return found === undefined ? undefined : plain(found)
}

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
