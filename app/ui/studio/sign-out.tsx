import { studioPaths } from './studio-paths'

/** A form of the browser's own: what comes after belongs to somebody who is signed out. */
export function SignOut() {
  return (
    <form method="post" action={studioPaths.signOut()}>
      <button type="submit" className="st-out">
        Sign out
      </button>
    </form>
  )
}
