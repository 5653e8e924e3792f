import { useRouteLoaderData } from 'react-router'

/** Whether an owner looks at the Studio. Assistants don’t see what deletes; the actions refuse it too. */
export function useIsOwner(): boolean {
  const frame = useRouteLoaderData<{ isOwner: boolean }>('routes/studio/layout')
  return frame?.isOwner === true
}
