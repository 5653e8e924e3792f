import type { CDPSession, Page } from 'playwright-core'

/** What a screen reader says, read from Chromium's accessibility tree. */
export interface ScreenReader {
  /** What is said of the control that has the focus: its role, name, states and description. */
  spoken(): Promise<string>
  /** Presses Tab until a control is reached. @returns what was said on the way, with that control last */
  readTo(wanted: RegExp): Promise<string[]>
  /** The messages of live regions since the last call, in order. */
  announced(): Promise<string[]>
}

/** States that are said, if they hold. A checkbox is also said to be unchecked. */
const SAID = ['checked', 'pressed', 'expanded', 'required', 'invalid', 'disabled', 'modal']

/** Call it before the page is opened. */
export async function screenReaderOf(page: Page): Promise<ScreenReader> {
  await page.addInitScript(collectMessages)
  const devtools = await page.context().newCDPSession(page)
  const spoken = () => spokenOf(devtools)
  return {
    spoken,
    async readTo(wanted) {
      const said: string[] = []
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab')
        const now = await spoken()
        said.push(now)
        if (wanted.test(now)) return said
      }
      throw new Error(`The focus never comes to ${wanted}: ${said.join('\n')}`)
    },
    announced: () => page.evaluate(() => (window as unknown as { announced: string[] }).announced.splice(0)),
  }
}

async function spokenOf(devtools: CDPSession): Promise<string> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { objectId = '' } = result
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })
  await devtools.send('Runtime.releaseObject', { objectId })
  const [node] = nodes
  const states = (node?.properties ?? []).flatMap(({ name, value }) => {
    if (!SAID.includes(name)) return []
    if (value.value === true || value.value === 'true') return [name]
    return ['checked', 'pressed', 'expanded'].includes(name) ? [`not ${name}`] : []
  })
  return [
    `${node?.role?.value} “${node?.name?.value ?? ''}”`,
    ...states,
    ...[node?.description?.value].filter(Boolean),
  ]
    .join(', ')
    .replaceAll('\u00a0', ' ')
}

/** Collects what live regions say. Runs in the page. */
function collectMessages() {
  const LIVE = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
  const announced: string[] = []
  const last = new WeakMap<Element, string>()
  const hear = (region: Element | null | undefined) => {
    const text = region?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
    if (!region || last.get(region) === text) return
    last.set(region, text)
    if (text) announced.push(text)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      hear((target instanceof Element ? target : target.parentElement)?.closest(LIVE))
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const alert of [node, ...node.querySelectorAll('*')])
            if (alert.matches('[role="alert"]')) hear(alert)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
  Object.assign(window, { announced })
}
