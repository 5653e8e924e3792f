import type { Node } from '@tiptap/pm/model'
import { fieldProblems } from '../model'

interface Written {
  document: Node
  subject: string
  preheader: string
}

/** Sentences about the fields of a newsletter that readers would see in braces, each once. */
export function newsletterProblems({ document, subject, preheader }: Written): string[] {
  const problems = [...fieldProblems(subject), ...fieldProblems(preheader)]
  document.descendants((node) => {
    const { caption = '', alt = '', label = '' } = node.attrs
    for (const words of [caption, alt, label]) problems.push(...fieldProblems(words))
    if (node.isTextblock) problems.push(...fieldProblems(...node.children.map(({ text = '\n' }) => text)))
  })
  return [...new Set(problems)]
}
