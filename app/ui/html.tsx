/** HTML from Markdown, sanitized on the server. */
export function Html({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown and cleaned on the server
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Structured data (JSON-LD). `<` is escaped, so that no text can close the element. */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every `<` escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
