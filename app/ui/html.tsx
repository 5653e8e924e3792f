/** HTML that the server made from Markdown and sanitized. */
export function Html({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown and cleaned on the server
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
