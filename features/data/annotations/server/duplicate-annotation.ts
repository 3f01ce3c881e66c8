import { ApiError } from '@playhead/contract-kit/errors.ts'

/** The dashboard builds its message from the first text: "<text> or duplicate annotation." METR-099, METR-100 */
export const duplicateAnnotation = () => {
  const sentence = 'This note stands at this moment already.'
  return new ApiError('invalid_parameters', {
    messages: ['Invalid annotation', sentence],
    fields: { note: [sentence] },
  })
}
