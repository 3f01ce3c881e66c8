/** What the mailed link of an invite says. AUTH-033 */
export interface InviteLink {
  inviteId: string | undefined
  organizationName: string
  token: string | undefined
  email: string | undefined
}
