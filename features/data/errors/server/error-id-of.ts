import { notFound } from '@playhead/contract-kit/errors.ts'

export const errorIdOf = (text: string) => {
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw notFound('error')
  return id
}
