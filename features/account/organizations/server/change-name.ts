import { changeOrganization, type Member } from './change-organization.ts'
import { updateOrganizationName } from './organizations.sql.ts'

export const changeName = (member: Member, name: string | undefined) =>
  changeOrganization(member, async (tenant) => {
    const from = member.membership.name
    if (name === undefined || name === from) return undefined
    await updateOrganizationName(tenant, name)
    return { action: 'organization.updated', detail: { name: { from, to: name } } }
  })
