/** Passwords of twelve characters and more that lists of leaked passwords begin with, and the words they are made of. */
export const commonPasswords = new Set(
  `password passwordpassword password1234 passw0rd1234 password12345 password123456 mypassword123
  qwertyuiop qwertyuiopas qwertyuiopasdf qwertyuiop123 qwerty123456 qwertyqwerty qwertyuiopasdfghjkl
  asdfghjkl asdfghjklzxcvbnm zxcvbnmasdfgh 1qaz2wsx3edc 1q2w3e4r5t6y 1q2w3e4r5t6y7u q1w2e3r4t5y6
  123456789012 1234567890123 12345678901234 123456789abc 123456789012345 1234567890qwerty 012345678910
  987654321098 111111111111 000000000000 121212121212 123123123123 112233445566 102030405060
  abcdefghijkl abcdefghijklm abc123abc123 abcd1234abcd iloveyou iloveyouiloveyou iloveyou1234
  letmein letmeinletmein letmein12345 welcome welcomewelcome welcome12345 changeme changemechangeme
  changeme1234 administrator admin admin1234567 adminadminadmin administrator1 rootrootroot
  trustno1trustno1 monkeymonkey dragondragon sunshine sunshine1234 princess princess1234 football
  footballfootball baseball superman superman1234 starwars starwars1234 correcthorsebatterystaple
  testtesttest testpassword test12345678 secretsecret supersecret topsecret playhead playheadplayhead
  playhead1234 videovideovideo michaeljordan whateverwhatever computercomputer internetinternet`
    .split(/\s+/)
    .filter(Boolean),
)
