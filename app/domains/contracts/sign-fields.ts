export const initialsField = (number: number): string => `initials.${number}`

/** The fields of the form, in its order. @param places number of places for initials */
export const signFields = (places: number): string[] => [
  ...Array.from({ length: places }, (_, number) => initialsField(number)),
  ...['consent', 'name', 'drawing', 'code'],
]
