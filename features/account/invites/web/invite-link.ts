/** The parameters in the mailed link of an invite. AUTH-033 */
export interface InviteLink {
  inviteId: string | undefined
  organizationName: string
  token: string | undefined
  email: string | undefined
}
