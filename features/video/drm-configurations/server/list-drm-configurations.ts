import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { drmConfigurations } from '../contract.ts'

export const listDrmConfigurations: Handlers<typeof drmConfigurations>['list'] = async ({
  query,
}) => ({ data: [], total_row_count: 0, ...query })
