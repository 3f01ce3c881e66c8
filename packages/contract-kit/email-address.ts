import { z } from 'zod/mini'
import { emailLengthMax, emailShape } from '@playhead/domain/field-rules.ts'

/** The forms apply the same rule. AUTH-017 */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(emailLengthMax, 'Invalid email'),
    z.email({ pattern: emailShape, error: 'Invalid email' }),
  )
