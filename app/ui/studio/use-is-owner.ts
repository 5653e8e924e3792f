import { useRouteLoaderData } from 'react-router'

/**
 * Whether an owner is signed in. Assistants don't see buttons that delete, and the actions refuse them too.
 */
export function useIsOwner(): boolean {
  const frame = useRouteLoaderData<{ isOwner: boolean }>('routes/studio/layout')
  return frame?.isOwner === true
}
