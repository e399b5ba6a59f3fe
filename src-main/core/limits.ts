/** Bounds of what is sent to us, and of what is done about it. */

// Content that is read or written as a whole.

/** Larger files are data more often than text that a person wrote. */
export const TEXT_MAX_BYTES = 1024 * 1024;

/** Of each side of a text merge: what a person can still look through. */
export const MERGED_LINES_MAX = 20_000;

/** Older versions read to find the one that both sides of a conflict were made from. */
export const ANCESTORS_READ_MAX = 10;

/** Each has a dozen texts in memory. */
export const TEXT_MERGES_AT_ONCE = 4;
export const TEXT_MERGES_AT_ONCE_PER_PERSON = 2;
export const TEXT_MERGES_WAITING = 32;
export const TEXT_MERGES_WAITING_PER_PERSON = 4;

/** Larger pictures than any camera makes are shown as what they are. */
export const PICTURE_MAX_BYTES = 20 * 1024 * 1024;

/** Some 1,400 blocks: files that are read as a whole have a hundred at most, however small their clients cut. */
export const WHOLE_FILE_OBJECT_MAX_BYTES = 64 * 1024;

/** Of files that are written out many at once, in one go that nothing ends: their callers know only what rows say. */
export const BATCHED_FILE_MAX_BYTES = 4 * 1024 * 1024;

// What one call of a sync client may bring.

/** Clients send 1 MiB and one object, and the listing of a huge folder is one object. */
export const PUSHED_PACK_MAX_BYTES = 32 * 1024 * 1024;

/** All objects of one pack together, inflated: a folder of half a million files still fits. */
export const INFLATED_PACK_MAX_BYTES = 128 * 1024 * 1024;

/** Clients cut blocks of 6 to 10 MiB; one that was told to cut larger ones doubles what it was told. */
export const PUSHED_BLOCK_MAX_BYTES = 64 * 1024 * 1024;

/** Descriptions name a few files; commits of clients have less than one thousand bytes. */
export const PUSHED_COMMIT_MAX_BYTES = 256 * 1024;

/** Ten times what official clients send at once. */
export const IDS_A_LIST_MAX = 10_000;
export const ID_LIST_MAX_BYTES = 1024 * 1024;

/** A client asks for all that it syncs at once. It needs no account, so it must cost next to nothing. */
export const ASKED_HEADS_MAX = 1_000;
export const ASKED_HEADS_MAX_BYTES = 64 * 1024;

/** As many libraries as one client may sync. */
export const NOTIFIED_LIBRARIES_MAX = 1_000;

/** A message names one library and its token. */
export const NOTIFICATION_MESSAGE_MAX_BYTES = 16 * 1024;

// What a sync client may push.

/** Who changed a file, as e-mails are; rows of listings repeat it. */
export const PUSHED_MODIFIER_MAX_BYTES = 255;

/** The beginning of the year 1: systems that count from 1601 or 1904 date files long before 1970, and their copies go on. */
export const FIRST_SECOND = -62_135_596_800;

/** The end of the year 9999: what comes later no calendar has. */
export const LAST_SECOND = 253_402_300_799;

/** The longest path that Linux takes. */
export const PUSHED_PATH_MAX_BYTES = 4096;

/** Counted as a walk of the tree meets them; clients cut what they take in into commits of some hundred MB. */
export const PUSHED_ENTRIES_MAX = 500_000;

/** As many rows that go, each for itself; a folder that goes is one. A long folder whose files are all renamed is both. */
export const PUSHED_REMOVALS_MAX = 500_000;

/** The paths of all of these together: 500 bytes each, which stand in memory while the change is recorded. */
export const PUSHED_PATHS_MAX_BYTES = 256 * 1024 * 1024;

/**
 * Rows of both trees, once for each place of a folder as comparing them takes, and those that the check itself looks at: ten
 * times what may change.
 */
export const PUSHED_ROWS_EXAMINED_MAX = 5_000_000;

/** Folders that one push moves to other places: each beyond that counts with all that is in it. */
export const MOVED_FOLDERS_MAX = 10_000;

/** Places of one folder that is not empty: more than a disk full of copies has. */
export const PUSHED_FOLDER_USES_MAX = 10_000;

/** The files of one commit together: 1 PiB, so that totals stay numbers that are exact. */
export const PUSHED_SIZE_MAX_BYTES = 2 ** 50;

/** Files that were changed here and there, or folders that a file replaced: each gets a name of its own. */
export const MERGE_CONFLICTS_MAX = 100_000;

/** The largest file that ext4 takes: 16 TiB. */
export const FILE_MAX_BYTES = 2 ** 44;

/** 4 TiB in blocks of 8 MiB; its file object has 23 MB. */
export const FILE_MAX_BLOCKS = 524_288;

/** 2 TiB of zeros in blocks of 8 MiB: disks of virtual machines are mostly zeros. */
export const BLOCK_REPEATS_MAX = 262_144;

// Limits of a library, however it grows.

/** Counted as a walk meets them: a folder copied into itself again and again doubles each time. */
export const LIBRARY_FILES_MAX = 10_000_000;

/** Files and folders: what a walk meets, empty folders included. */
export const LIBRARY_ENTRIES_MAX = 20_000_000;

/** Commits that add fewer make it grow by what they are asked for, never by doubling: its folders are not counted then. */
export const ENTRIES_ADDED_UNCOUNTED = 100_000;

/** 1 PiB, so that totals stay numbers that are exact. */
export const LIBRARY_SIZE_MAX_BYTES = 2 ** 50;

// What one comparison of two trees may find, which stands in memory: some 500 MB.

/** As much as a push may change. More can be restored or copied folder by folder. */
export const COMPARED_CHANGES_MAX = 1_000_000;

/** The paths of all of them together. */
export const COMPARED_PATHS_MAX_CHARACTERS = 256 * 1024 * 1024;

// What reading of trees may take: pushes, commits, comparisons.

/** Rows that are read without waiting for a turn: some tenths of a second, and enough for nearly all requests. */
export const ROWS_READ_UNLIMITED = 200_000;

/** Read by one piece of work, once for each place of a folder: some ten seconds. */
export const ROWS_READ_MAX = 20_000_000;

/** Rows of folders that one piece of work keeps, as trees may name a folder over and over: 40 MB. */
export const ROWS_KEPT_WHILE_READING = 200_000;

/** Each may hold what a comparison finds. Others wait; a person's own one after the other. */
export const HEAVY_READINGS_AT_ONCE = 2;
export const HEAVY_READINGS_AT_ONCE_PER_PERSON = 1;
export const HEAVY_READINGS_WAITING = 1_000;
export const HEAVY_READINGS_WAITING_PER_PERSON = 64;

/** A folder of some 100,000 rows; in memory it is four times as long. */
export const WIDE_FOLDER_BYTES = 16 * 1024 * 1024;
export const WIDE_FOLDERS_READ_AT_ONCE = 2;
export const WIDE_FOLDERS_WAITING = 1_000;

// What the search index takes of one library.

/** Names as they are and were: some 300 MB of the database, and minutes of work. Libraries of a million files fit twice. */
export const SEARCHED_ITEMS_MAX = 2_000_000;

/** Rows of both trees that are looked at to follow one commit; what changes more is begun anew. */
export const SEARCHED_ROWS_EXAMINED_MAX = 5_000_000;

// What a commit's own words come to where history keeps them.

/** Some sixty lines. */
export const DESCRIPTION_MAX_BYTES = 4096;

/** As long as the name of a device may be where clients sign in. */
export const DEVICE_NAME_MAX_BYTES = 255;

/** Clients send something like `8.0.10`. */
export const CLIENT_VERSION_MAX_BYTES = 64;

// What guessing a password may take.

/** Tries of one account from one address that a mistyping user has before waits begin. */
export const FAILURES_PER_PAIR = 5;

/** Tries of one account from all addresses that are not known: two people who mistype. */
export const FAILURES_PER_ACCOUNT = 10;

/** Over all accounts: more than a household mistypes in a minute. */
export const FAILURES_PER_ADDRESS_AND_MINUTE = 10;

/** With a third of a second each the last that waits is checked after three; beyond that a client had better retry. */
export const WAITING_PASSWORD_CHECKS = 8;

// What a client may have checking the password of its library cost: the server pays at each try.

/** Official clients take 100 MiB. */
export const PASSWORD_CHECK_MAX_KIB = 128 * 1024;

/** Memory times passes: about a second of one core; official clients take 200 MiB. */
export const PASSWORD_CHECK_MAX_KIB_PASSES = 512 * 1024;

/** About a second of one core; official clients take a thousand. */
export const PASSWORD_CHECK_MAX_ITERATIONS = 2_000_000;

// How long sessions and tokens last.

/** A browser that was not opened for a month may have another user by now. */
export const UNUSED_SESSION_SECONDS = 30 * 86_400;

/** However much it is used: a stolen session must end some day. */
export const SESSION_SECONDS = 180 * 86_400;

/** After giving the password, for what reaches the host’s disk. */
export const PASSWORD_GIVEN_SECONDS = 600;

/** How long a code holds that signs one device in. */
export const PAIRING_CODE_SECONDS = 600;

/** Programs and devices that run once a year still do; they sign in again after. */
export const UNUSED_TOKEN_SECONDS = 365 * 86_400;

// What one sender may take of a server that others use at the same time.

/** A household's clients with a dozen connections each; more is a flood. */
export const MAX_CONNECTIONS = 256;

/** All devices behind one router, which show one address, whether they come by a trusted proxy or not. */
export const MAX_CONNECTIONS_PER_ADDRESS = 64;

/** The computer's own window, browser, command line and sync clients share one address. All trusted proxies have as many. */
export const MAX_LOOPBACK_CONNECTIONS = 192;

/** So many of all connections are kept for the computer's own programs: its owner can always reach the server. */
export const CONNECTIONS_KEPT_FOR_LOOPBACK = 32;

/** Behind the one that is served, on one connection. Scripts that send some at once are rare, and send few. */
export const MAX_REQUESTS_WAITING = 16;

export const HEADERS_MAX_BYTES = 16 * 1024;
export const HEADERS_SECONDS = 15;

/** Metadata only: files travel on the transfer surface. */
export const METADATA_BODY_MAX_BYTES = 1024 * 1024;
export const METADATA_BODY_SECONDS = 60;

/** Of clients that have not signed in: a name and a password, or a list of links. */
export const ANONYMOUS_BODY_MAX_BYTES = 64 * 1024;
export const ANONYMOUS_BODY_SECONDS = 10;

/** A body that comes in slower than any line of today, for the whole of the time below, is not meant to end. */
export const LEAST_BYTES_PER_SECOND = 1024;

/** How long a body may be slow: Wi-Fi that changes its station, a laptop's lid. */
export const SLOW_BODY_SECONDS = 30;

/** What is left of a body whose request was refused is read for so long, and so much of it, before the connection ends. */
export const REFUSED_BODY_SECONDS = 2;
export const REFUSED_BODY_BYTES = 32 * 1024 * 1024;

/**
 * When no byte of an answer is taken for so long, its client is gone. The system reports progress only when a third of
 * its buffer is free: of a client that reads 10 kB/s, once in minutes.
 */
export const UNREAD_ANSWER_SECONDS = 300;

/** A browser opens six at most, a desktop window one. */
export const MAX_EVENT_STREAMS_PER_PERSON = 32;

/** Half of all connections, so that the others still serve calls. */
export const MAX_EVENT_STREAMS = 128;

/** A client has one, whatever it syncs; no household has more devices than this. */
export const MAX_NOTIFICATION_CONNECTIONS = 64;

/** As many devices behind one router. */
export const MAX_NOTIFICATION_CONNECTIONS_PER_ADDRESS = 32;

/** Rows of a long listing that are all fetched at once; of more links of the file server, the person's oldest goes. */
export const MAX_ACCESS_LINKS_PER_PERSON = 10_000;

/** Folders of one public link that visitors upload to at the same time. */
export const MAX_ACCESS_LINKS_PER_PUBLIC_LINK = 64;

/** Each upload under way holds up to three blocks of 8 MiB in memory. */
export const UPLOADS_AT_ONCE = 16;

/** The others wait with nothing read, since a client that uploads from a pipe cannot come again at once. */
export const UPLOADS_WAITING = 256;

/** Of those who wait. Programs that hear nothing for five minutes break off, and do not know why. */
export const UPLOAD_WAIT_SECONDS = 4 * 60;

/** So many programs of one person, or behind one router, leave turns to others. */
export const UPLOADS_AT_ONCE_PER_SENDER = 8;
export const UPLOADS_WAITING_PER_SENDER = 128;

/** Visitors come in small numbers, and never take all turns together. */
export const UPLOADS_AT_ONCE_PER_PUBLIC_LINK = 4;
export const UPLOADS_AT_ONCE_OF_VISITORS = 6;
export const UPLOADS_WAITING_OF_VISITORS = 32;

/** While they come in, forms of visitors lie on the disk and hold little memory: eight links' visitors have room. */
export const FORMS_OF_VISITORS_AT_ONCE = 32;

/** All bodies that are in memory, forms with files aside, which pass in pieces. */
export const MAX_BODY_MEMORY_BYTES = 256 * 1024 * 1024;

/** An official client that syncs five libraries for the first time has 15 blocks of 6 to 10 MiB under way. */
export const MAX_BODY_MEMORY_BYTES_PER_SENDER = 192 * 1024 * 1024;

/** A body that brings less than a sixteenth of what it holds in so long ends first where others need its memory. */
export const SLOW_BODY_IN_MEMORY_SECONDS = 15;

/** Bodies up to here are always taken: signing in, deleting and taking links back work while others fill the memory. */
export const UNCOUNTED_BODY_BYTES = 64 * 1024;

/** All that is read to be sent. Who finds none left waits for a moment: an answer holds a block, or a few. */
export const MAX_ANSWER_MEMORY_BYTES = 192 * 1024 * 1024;
export const MAX_ANSWER_MEMORY_BYTES_PER_SENDER = 128 * 1024 * 1024;

/** A reader that has not taken a block after so long, while others wait for its memory, is in no hurry. */
export const UNTAKEN_ANSWER_SECONDS = 5;

/** Of one person: a stream costs as much as a download, and reads every folder on the way. */
export const ARCHIVES_AT_ONCE_PER_PERSON = 2;

/** Each holds a whole picture in memory; the thread that makes them has the next one ready. */
export const THUMBNAILS_AT_ONCE = 2;
export const THUMBNAILS_WAITING = 30;

/** A disk is not faster with more; the others wait. */
export const COPIES_AT_ONCE = 2;

/** More than a user can follow. */
export const COPIES_UNFINISHED_MAX = 100;

/** People wait for one search each; more at a time would slow down everything else. */
export const SEARCHES_AT_ONCE = 4;

/** Tokens for programs that get one library alone. */
export const LIBRARY_TOKENS_PER_LIBRARY = 100;

/** Smart links that one person has asked for; of more, the oldest goes. */
export const SMART_LINKS_PER_PERSON = 10_000;

/** Open browsers and windows of one person; the one unused longest is signed out when there are more. */
export const SESSIONS_PER_PERSON = 50;

/** Longer fs objects are packed two at a time, and one of a person: folders of some thousand rows. */
export const PACKED_WITHOUT_TURN_BYTES = 1024 * 1024;
export const PACKED_AT_ONCE = 2;
export const PACKED_WAITING = 64;
export const PACKED_AT_ONCE_PER_PERSON = 1;
export const PACKED_WAITING_PER_PERSON = 32;

/** Packs of fs objects that are inflated and stored at a time: each may become 128 MiB. */
export const INFLATIONS_AT_ONCE = 2;
export const INFLATIONS_WAITING = 64;

/** A client sends one pack after the other; of one person's clients each has its turn soon. */
export const INFLATIONS_AT_ONCE_PER_PERSON = 1;
export const INFLATIONS_WAITING_PER_PERSON = 32;

/** Beginnings of files lie on the disk, and in no library: as many as a program with its uploads broken off has. */
export const MAX_BEGINNINGS_PER_PERSON = 64;
export const MAX_BEGINNINGS_PER_PUBLIC_LINK = 4;

/** How long a beginning waits for its next part; a visitor who is gone does not come back the next day. */
export const BEGINNING_HOURS = 24;
export const BEGINNING_HOURS_OF_VISITORS = 1;

/** Bytes that count as stored and are in no head: after so long a collection may take them, and they no longer count. */
export const PENDING_STORAGE_HOURS = 24;

/** Of one owner; a push of as many files as may be is a million. */
export const PENDING_OBJECTS_MAX = 1_500_000;

/** Folders and commits that are taken in where a quota is used up, because deleting brings them too. */
export const PENDING_FORM_BYTES_BEYOND_QUOTA = 4 * 1024 * 1024;

/** Calls without an account, sign-in and link pages among them: ten a second is more than a visitor can look at. */
export const ANONYMOUS_CALLS_PER_MINUTE = 600;

/** All clients on this computer share one address, as do all clients behind a proxy on it. */
export const ANONYMOUS_CALLS_PER_MINUTE_OF_LOOPBACK = 60_000;

// What is listed, however small the folders are that unfold to it.

/** Files and folders in one answer: more than libraries have, and a stream of some 300 MB. */
export const LISTED_ENTRIES_MAX = 1_000_000;

/** Entries of a recursive listing that is sent whenever it is asked for: what it holds while it is read is little. */
export const LISTED_UNLIMITED = 10_000;

/** Longer ones of one person, who may read them slowly: each holds the rows of a folder at each level. Others wait. */
export const LISTINGS_AT_ONCE_PER_PERSON = 2;
export const LISTINGS_WAITING_PER_PERSON = 64;
export const LISTINGS_WAITING = 1_000;

// What one call of our own pages may ask for.

/** Marked items of a folder, a trash or an archive: more than a user ever marks. */
export const MOST_ITEMS_AT_ONCE = 10_000;

// What one call about the trash may ask for.

/** Each is a commit of its own; pages show a hundred. */
export const MOST_REVERTED_AT_ONCE = 1_000;

/** By page numbers, which cost what is passed over: some 20 ms. */
export const MOST_NUMBERED_DELETIONS = 100_000;

// Links that one person makes.

/** Of one person to one item: more than a user can tell apart, and few enough to be listed at once. */
export const MOST_LINKS_TO_ITEM = 100;

// What programs of drives (WebDAV) may ask for.

/** For how long a password that was right is not derived again: programs send it with each request. */
export const PASSWORD_REMEMBERED_SECONDS = 300;

/** A list of properties, or a lock. */
export const DAV_BODY_MAX_BYTES = 64 * 1024;
export const DAV_BODY_MAX_DEPTH = 32;

/** Each is repeated for each row of a listing. */
export const DAV_PROPERTIES_ASKED_MAX = 100;

/** What programs note at items. */
export const ITEM_PROPERTIES_MAX = 50;
export const ITEM_PROPERTIES_MAX_PER_LIBRARY = 2_000;

/** Of one, with its name. */
export const ITEM_PROPERTY_MAX_BYTES = 4 * 1024;

/** A program renews its locks, or they end. */
export const DAV_LOCK_SECONDS = 600;
export const DAV_LOCK_MAX_SECONDS = 3_600;
export const DAV_LOCKS_MAX = 10_000;
export const DAV_LOCKS_MAX_PER_PERSON = 1_000;

/** Shared ones, with those of the folders above; each is told with each row of a listing. */
export const DAV_LOCKS_MAX_PER_PLACE = 16;

/** Who holds a lock, as its program words it. */
export const DAV_LOCK_OWNER_MAX_BYTES = 1024;

/** Of the moments of a library that are listed; any other can be named. */
export const DAV_SNAPSHOTS_LISTED = 100;

/** Folder libraries of one library, each of which is looked up at each of its commits; ended ones count until they make room. */
export const FOLDER_LIBRARIES_MAX = 200;

/** Of them, such as were made by one who may not share the library. */
export const FOLDER_LIBRARIES_OF_READER_MAX = 20;

/** Sizes of folders, some 200 bytes each: of a library of a million files, so that a change costs what it changes. */
export const FOLDER_SIZES_KEPT = 50_000;

/** Measuring a library reads all its lists of folders and files. Others wait; a person's own one after the other. */
export const MEASURINGS_AT_ONCE = 2;
export const MEASURINGS_WAITING = 64;
export const MEASURINGS_WAITING_PER_PERSON = 16;

/** Folders and files of a folder that are told by name where room is looked at; the others are counted. */
export const SIZED_ITEMS_TOLD = 100;

/** Of what is in one of these. */
export const SIZED_ITEMS_TOLD_INSIDE = 12;

/** Of a library, with what their versions take. */
export const LARGEST_FILES_TOLD = 20;

/** Versions of one of these that are counted. */
export const VERSIONS_COUNTED = 200;

/** Changes that are looked at, from the newest on, for files whose versions take much. */
export const CHANGES_WEIGHED = 500_000;
