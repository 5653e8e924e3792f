import { useRouteLoaderData } from 'react-router'

interface Layout {
  signedInAs?: string | undefined
}

/** Whether the visitor is signed in, as the layout around the page knows it. */
export function useSignedIn(): boolean {
  const site = useRouteLoaderData<Layout>('routes/site/layout')
  const gallery = useRouteLoaderData<Layout>('routes/gallery/layout')
  return (site ?? gallery)?.signedInAs !== undefined
}
