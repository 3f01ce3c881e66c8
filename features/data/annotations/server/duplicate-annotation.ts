import { ApiError } from '@playhead/contract-kit/errors.ts'

/** The dashboard builds its message from the first text: "<text> or duplicate annotation." METR-099, METR-100 */
export const duplicateAnnotation = () => {
  const sentence = 'There is already an annotation with this note at this time.'
  return new ApiError('invalid_parameters', {
    messages: ['Invalid annotation', sentence],
    fields: { note: [sentence] },
  })
}
