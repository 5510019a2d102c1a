/** Passwords of six characters and more that every list of leaked ones begins with; in lower case. Shorter ones are refused by their length. */
const WORDS = `
  123456 1234567 12345678 123456789 1234567890 12345678910 0123456 01234567 0123456789 987654 9876543 98765432 987654321
  9876543210 654321 7654321 87654321 0987654321 112233 11223344 1122334455 121212 12121212 123123 123123123 123321
  1234321 12344321 123654 123654789 123789 123456a 123456q 123456abc 123456789a 123456aa 12345a 12345q 1234qwer
  1234abcd 123abc 123qwe 123qweasd 12qwaszx 123abcd 131313 13131313 134679 147258 147258369 147852 159357 159753 159951
  100200 101010 10203040 102030 111222 111222333 1111111 11111111 111111111 1111111111 111111 222222 22222222 232323
  252525 333333 444444 456789 456123 555555 55555555 666666 66666666 6666666 696969 741852 741852963 753951 777777
  7777777 77777777 789456 789456123 808080 888888 88888888 8888888 963852741 999999 99999999 999999999 000000 0000000
  00000000 0000000000 246810 2468101 135790 135791 142536 5201314 520520 7758521 147147 369369 258258 258456
  password password! password0 password1 password1! password2 password3 password7 password9 password10 password11
  password12 password12! password123 password123! password1234 password12345 password01 password99 password2020
  password2021 password2022 password2023 password2024 password2025 password2026 passwords passw0rd passw0rd1 p@ssword
  p@ssword1 p@ssw0rd p@ssw0rd1 p@ssw0rd! p@$$w0rd pa$$word pa$$w0rd pa55word pa55w0rd passwort passwort1 password.
  passpass passphrase mypassword mypass newpassword oldpassword thepassword defaultpassword temppassword temp1234 temporary
  changeme changeme1 changeme123 changeme! change123 letmein letmein1 letmein! letmein123 welcome welcome1 welcome1! welcome2
  welcome12 welcome123 welcome123! welcome2024 welcome2025 welcome2026 welc0me hello123 hello1 hello12 hellohello helloworld
  default default1 secret secret1 secret12 secret123 topsecret test123 test1234 test12345 testing testing1 testing123
  tester testtest test123456 demo1234 demo123 guest123 guest1234 user123 user1234 username login123 login1234 access
  access14 access123 admin1 admin12 admin123 admin1234 admin12345 admin123456 admin123! admin@123 admin2024 admin2025
  administrator root123 root1234 rootroot toortoor support support1 system manager service oracle sysadmin master master1
  master12 master123 nothing nopassword nopass whatever whatever1 trustno1 blahblah blablabla asdasd asdasd123
  asdfgh asdfghj asdfghjk asdfghjkl asdf123 asdf1234 asdfasdf asdfjkl asd123 asd123456 qwerty qwerty1 qwerty1! qwerty12
  qwerty123 qwerty123! qwerty1234 qwerty12345 qwerty123456 qwerty321 qwertyu qwertyui qwertyuiop qwertz qwertz123 qwertzuiop
  azerty azerty123 azertyuiop qwe123 qwe123qwe qweasd qweasdzxc qweqwe qweqweqwe qwer1234 qwerasdf qazwsx qazwsx123
  qazwsxedc qazwsxedc123 qaz123 qazqaz q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
  1qaz2wsx3edc 1qazxsw2 1qaz@wsx !qaz2wsx zaq12wsx zaq1zaq1 zxcvbn zxcvbnm zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvb123 zxc123
  zxcasdqwe abcdef abcdefg abcdefg1 abcdefgh abcdefghi abc123 abc1234 abc12345 abc123456 abcd123 abcd1234 abcd12345
  abcabc abcdabcd aaa111 aaaaaa aaaaaaa aaaaaaaa a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 aa123456 aa12345678 aabbcc
  bbbbbb cccccc dddddd ffffff xxxxxx xxxxxxxx zzzzzz zzzzzzzz q123456 q1234567 w123456 z123456 s123456 as123456
  iloveyou iloveyou1 iloveyou2 iloveyou! iloveu iloveu2 iloveyou123 loveyou loveme loveme1 lovely lovers love123 love1234
  lovelove mylove sweetheart sweety sweetie princess princess1 princesa prince babygirl babygirl1 babyboy angel1 angels
  angel123 sunshine sunshine1 sunflower flower flowers rainbow butterfly butterfly1 chocolate chocolate1 cookie cookie1 cookies
  cupcake candy1 cherry orange purple yellow silver golden diamond crystal forever forever1 friends friend friendship
  family family1 mother father mommy1 daddy1 brother sister beautiful blessed freedom freedom1 heaven jesus1 jesuschrist
  christ christian jesus123 faith1 summer summer1 summer2024 summer2025 summer2026 summer123 winter winter1 winter2024
  winter2025 spring autumn spring2025 spring2026 january february october november december monday friday
  superman superman1 batman batman1 batman123 spiderman spiderman1 starwars starwars1 pokemon pokemon1 naruto naruto1 minecraft
  matrix marvel mickey mickey1 minnie snoopy tigger tigger1 garfield scooby pikachu dragon dragon1 dragon123 dragonball monster
  monster1 shadow shadow1 phoenix falcon eagles eagle1 hunter hunter1 hunter2 killer killer1 killer123 warrior ranger viking
  wizard merlin gandalf thunder lightning hammer boomer bandit rocket scorpion spider panther cowboys cowboys1 yankees
  lakers lakers24 chelsea chelsea1 arsenal arsenal1 liverpool liverpool1 barcelona juventus realmadrid manchester football
  football1 football12 soccer soccer1 soccer10 baseball baseball1 basketball basketball1 hockey hockey1 tennis golfer
  swimming softball volleyball mustang mustang1 corvette ferrari porsche mercedes toyota harley harley1 yamaha honda1
  camaro jordan jordan1 jordan23 michael michael1 michelle michelle1 jessica jessica1 jennifer jennifer1 ashley ashley1
  amanda nicole nicole1 daniel daniel1 andrew andrew1 anthony anthony1 joshua joshua1 matthew matthew1 robert robert1
  thomas thomas1 george george1 charlie charlie1 william william1 jonathan jackson justin justin1 brandon brandon1 austin
  hannah hannah1 samantha stephanie melissa victoria elizabeth patricia alexander alexandra nicholas christopher maggie
  maggie1 buster buster1 ginger ginger1 pepper pepper1 bailey bailey1 cooper tucker peanut peanut1 snickers princess12
  computer computer1 internet internet1 samsung samsung1 nokia123 microsoft windows windows1 android google google1 google123
  facebook facebook1 youtube myspace1 linkedin twitter iphone apple123 macbook network server database webmaster
  welcome2020 company company1 company123 office office123 business finance money1 money123 dollar travel travel1 travel123
  traveler vacation holiday holidays airplane paradise australia america england london london1 newyork newyork1 california
  canada mexico brazil florida texas1 chicago chicago1 boston dallas berlin paris1 madrid
  bitcoin casino lucky1 lucky7 lucky777 gamer1 gaming player player1 gameover ninja1 ninja123 pirate zombie
  skater surfer biteme fuckyou fuckyou1 fuckoff asshole bullshit pussy1 iceman maverick merlin1 midnight moonlight
  mustang67 ncc1701 thx1138 startrek trekkie rush2112 ou812345 corona covid19 quarantine
`;

const KNOWN: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** True for a password that is tried first, in whatever case it is written; hosted Auth asks a list of all leaked ones. */
export const isKnownPassword = (password: string): boolean => KNOWN.has(password.toLowerCase());
