/** The key that does the same, for the eyes: the button's name stays what it does. */
export const KeyHint = ({ letter }: { letter: string }) => (
  <span aria-hidden="true">
    <kbd>{letter}</kbd>
  </span>
)
