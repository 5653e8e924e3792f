import { studioPaths } from './studio-paths'

/** A native form post, since the next page belongs to a signed-out visitor. */
export function SignOut() {
  return (
    <form method="post" action={studioPaths.signOut()}>
      <button type="submit" className="st-out">
        Sign out
      </button>
    </form>
  )
}
