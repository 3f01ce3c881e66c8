import { z } from 'zod'

export const jobId = z.uuid('Give the id of a job').describe('The id of the job')
