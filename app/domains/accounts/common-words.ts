/**
 * What people choose first. Compared without case, without what stands around the letters (digits, marks), and with
 * letters for the digits that stand for them, so that `P4ssw0rd123!` is found as `password`.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `password passwort passwd pass passme mypassword thepassword secret letmein letmeinnow welcome welcomeback login
  admin administrator root user guest test tester testing default changeme changeit temp temporary access
  iloveyou iloveu ilovegod loveyou lovely love lover loveme forever always princess prince angel babygirl baby
  sunshine flower butterfly rainbow summer winter spring autumn monday tuesday wednesday thursday friday saturday
  sunday january february march april may june july august september october november december
  football baseball basketball soccer hockey softball tennis golf yankees lakers cowboys eagles steelers giants
  monkey dragon tiger lion eagle panther dolphin kitty kitten puppy doggy horse bear wolf rabbit chicken
  master superman batman spiderman ironman starwars pokemon naruto matrix ninja samurai warrior hunter ranger
  shadow phoenix thunder lightning storm diamond silver golden crystal ginger pepper cookie chocolate cheese
  banana orange apple cherry peaches strawberry coffee pizza whiskey computer internet windows google facebook
  instagram youtube samsung android iphone microsoft linkedin amazon netflix minecraft fortnite
  michael jennifer jessica ashley daniel matthew joshua andrew thomas robert william charlie george jordan
  michelle nicole amanda samantha hannah maggie buster bailey taylor justin brandon anthony alexander
  freedom liberty america newyork jersey newjersey eastorange london paris california texas florida
  family mother father mommy daddy brother sister friend friends hello hellohello whatever nothing something
  trustno money mustang corvette ferrari porsche mercedes harley yamaha cadillac bigdog killer hacker
  jesus christ jesuschrist blessed heaven godisgood church
  photo photos photography photographer camera picture pictures portrait wedding gallery studio clientarea
  qwerty qwertz azerty qwertyuiop qwertyui asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd
  qweasdzxc abcdef abcdefg abcdefgh abcd abc abcabc aaaa xxxx`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
