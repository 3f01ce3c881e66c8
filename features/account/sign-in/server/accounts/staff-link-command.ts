import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { createStaffLink } from './staff-link.ts'

export const staffLinkCommand = command({
  name: 'staff link',
  summary: 'Make a new one-time link for the first staff account',
  options: z.object({}),
  async run(app) {
    const link = await createStaffLink(app)
    if (!link)
      throw new ApiError('invalid_parameters', {
        messages: ['A staff account already exists. To create another: user create --internal'],
      })
    return { url: link.url, expires_at: link.expiresAt.toISOString() }
  },
})
