import { useCallback } from 'react'
import { useParam } from './navigation.ts'

const join = (base: string, below: string) => (below ? `${base}/${below}` : base)

export const organizationPath = (organizationId: string, below = '') =>
  join(`/organizations/${organizationId}`, below)

interface Place {
  organizationId: string
  environmentId: string
}

export const environmentPath = ({ organizationId, environmentId }: Place, below = '') =>
  join(`/organizations/${organizationId}/environments/${environmentId}`, below)

/** Addresses below the environment the path names, else below its organization. */
export const usePath = () => {
  const organizationId = useParam('organizationId')
  const environmentId = useParam('environmentId')
  return useCallback(
    (below: string) => {
      if (organizationId && environmentId)
        return environmentPath({ organizationId, environmentId }, below)
      return organizationId ? organizationPath(organizationId, below) : `/${below}`
    },
    [organizationId, environmentId],
  )
}
