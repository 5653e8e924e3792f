const MOST = 80

/**
 * What a set is called that a folder becomes: the names on the way to it, as they were, in one clean line.
 * null: no folder.
 */
export function setTitleOf(folder: string): string | null {
  const names = folder
    .toWellFormed()
    .split(/[/\\]/)
    .map((name) => name.replace(/[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]+/gv, ' ').trim())
    .filter((name) => !/^\.*$/.test(name))
  const title = [...names.join(' / ')].slice(0, MOST).join('').trim()
  return title === '' ? null : title
}
