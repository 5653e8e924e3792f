// Sentences that several pages and rules share.

/** Someone else saved the form since this page was opened. The typed values are still in it. */
export const CONFLICT =
  'Someone on your team saved a newer version. Copy your changes, reload the page, and make them again.'
/** The same for a text whose versions all stay. The form names the newer version then. */
export const newerVersion = ({ by, saved }: { by: string; saved: string }): string =>
  `${by} saved a newer version ${saved}. Your text is still here. Save again to add yours as the newest version. Both stay in Versions.`
/** A button was pressed on something that has changed since. The page now shows its current state. */
export const JUST_CHANGED = 'Your change wasn’t saved because this was just updated. Review it and try again.'
export const ORDER_CHANGED = 'The order just changed. Check it, then try your move again.'
export const LIST_FULL = 'This list is full. Delete something first.'

/** The form lacks its button's value or a hidden field. */
export const BROKEN_FORM = 'Something went wrong with that form. Reload the page and try again.'

/** Of the server: a bug, or a failing database. */
export const OUR_ERROR = 'Something went wrong on our end. Please try again in a moment.'

export const WRONG_OWN_PASSWORD = 'That isn’t your password. Try again.'
export const WRONG_CODE = 'That code isn’t right. Use the newest one from your app.'

export const HIDDEN_CHARACTERS =
  'This text contains hidden characters we can’t save. Retype it, or paste it as plain text.'
/** For fields that take one line. */
export const ONE_PLAIN_LINE = 'Enter this as one line of plain text.'
export const CHOOSE_OPTION = 'Choose an option from the list.'
export const CHOOSE_PHOTO = 'Choose a photo from your library.'
export const ENTER_DATE = 'Enter a date, such as 2026-11-28.'
export const END_BEFORE_START = 'The end date is before the start date.'
/** The date of an address isn't one, or can't be booked. */
export const DATE_NOT_OFFERED = 'That date isn’t available. Here are our open dates.'
/** The chosen start time isn't among those on the page. */
export const TIME_NOT_OFFERED = 'That time isn’t available. Choose one from the list.'
