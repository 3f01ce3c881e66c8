import { useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { organizations } from '../contract.ts'

export const useSso = () => useQuery(query(organizations.retrieveSso, {}, { quiet: true }))
