import { data, redirect } from 'react-router'
import { type Move, readMove } from '~/platform/list-order'
import { type FormFields, readForm } from './forms.server'
import { BROKEN_FORM, ORDER_CHANGED } from './notices'

/** The move that a list's button posted. */
export const moveOf = (form: FormFields): Move | undefined => readMove(form.get('id'), form.get('move'))

/**
 * Handles a button of a sortable list: moves the entry and redirects to the list, or explains why not.
 * @param back address of the list
 * @throws the redirect
 */
export async function answerMove(
  request: Request,
  { carryOut, back }: { carryOut: (move: Move) => Promise<{ ok: boolean }>; back: string },
) {
  const read = await readForm(request)
  if (!read.ok) return data({ sentence: read.sentence }, read.status)
  const move = moveOf(read.form)
  if (!move) return data({ sentence: BROKEN_FORM }, 422)
  if ((await carryOut(move)).ok) throw redirect(back, 303)
  return data({ sentence: ORDER_CHANGED }, 409)
}
