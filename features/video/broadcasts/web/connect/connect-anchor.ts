/** The id of the card that says how to connect. */
export const connectAnchor = 'how-to-connect'
