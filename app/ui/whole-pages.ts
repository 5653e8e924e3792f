import { createPath, type Location, type UNSAFE_DataRouterContext } from 'react-router'

type Router = NonNullable<React.ContextType<typeof UNSAFE_DataRouterContext>>['router']

/**
 * Loads a page as a document if its module can't be loaded, where React Router would reload the previous page.
 * It would also reload it, with what was typed, for a module that was only prefetched. While a form is being
 * sent, and in browsers without the Navigation API, React Router's behavior stays.
 */
export function loadWholePages(router: Router): void {
  if (!('navigation' in window)) return
  let failed: Location | undefined
  window.navigation.addEventListener('navigate', (event) => {
    // A module can fail before React's state contains the link's target, so the router's state is read.
    const { navigation, fetchers } = router.state
    const isSending = [navigation, ...fetchers.values()].some(({ state }) => state === 'submitting')
    if (event.navigationType !== 'reload' || event.userInitiated || isSending) return
    event.preventDefault()
    // A navigation whose module failed never ends, and modules that are prefetched after it can fail, too.
    if (!navigation.location || navigation.location === failed) return
    failed = navigation.location
    load(createPath(failed))
  })
}

/** Stays on the page if the site can't be reached, where the browser would show its own error page. */
function load(url: string): void {
  fetch('/healthz', { method: 'HEAD' }).then(
    () => window.location.assign(url),
    () => sayLost(url),
  )
}

let dialog: HTMLDialogElement | undefined
/** The page that couldn't be loaded. */
let lost = ''

function sayLost(url: string): void {
  lost = url
  dialog ??= makeDialog()
  if (!dialog.open) dialog.showModal()
}

/** Its element also hides the loading indicator, since React Router's navigation never ends. */
function makeDialog(): HTMLDialogElement {
  const made = make('dialog', { className: 'dlg lost' })
  made.setAttribute('aria-labelledby', 'lost')
  const actions = make('p', { className: 'dlg__act' })
  const act = (className: string, textContent: string, onclick: () => void) =>
    actions.append(make('button', { type: 'button', className, textContent, onclick }))
  act('btn', 'Try again', () => {
    made.close()
    load(lost)
  })
  act('btn btn--line', 'Stay on this page', () => made.close())
  made.append(
    make('h2', { id: 'lost', className: 't2', textContent: 'No connection.' }),
    make('p', { textContent: 'We couldn’t load that page. Check your connection, then try again.' }),
    actions,
  )
  document.body.append(made)
  // React Router never loads a module again that it's waiting for.
  addEventListener('click', followLink, true)
  return made
}

const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
) => Object.assign(document.createElement(tag), properties)

/** Loads a link of the site as a document. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a')
  const isModified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (!link || link.origin !== location.origin || link.target || link.download || isModified) return
  if (link.hash && link.pathname + link.search === location.pathname + location.search) return
  event.preventDefault()
  event.stopPropagation()
  load(link.href)
}
