/** Generated from the commands by `npm run generate`: do not edit. */

export const wakelineHelp = `Usage: wakeline [options] [command]

Annotates video, image sequences and large images, with a server and without.

Options:
  -V, --version  print the version
  -h, --help     show this help

With a server:
  login          sign in to a server and remember it
  logout         sign out of a server and forget it
  whoami         show who is signed in, and where
  key            make, list and revoke API keys for scripts
  api            call any route of the server's api
  upload         make datasets from videos or folders of images
  import         import annotations into a dataset
  export         export the annotations of a dataset
  migrate        import data from another tool
  clone          clone datasets, at a revision
  job            run pipelines, train; list, watch, read, cancel, repeat jobs
  score          measure how well datasets agree with their truth
  comment        list, write and resolve comments on a dataset
  task           make, list and move tasks
  webhook        report what happens to other programs
  pipeline       list pipelines, install addons
  model          list, export and delete trained models
  ls             list the datasets you may read
  rm             remove datasets, and what uploads left unfinished
  trash          restore what was deleted, or delete it for good
  datasets       work with datasets
  folder         list, make, move, share and remove folders
  set            list, copy and remove annotation sets
  revision       list, show and restore saved revisions
  user           list, invite, change and delete users
  group          list and make groups, add and remove people

With files, offline:
  convert        convert annotation files to another format
  validate       check annotation files, say where they are wrong
  init           write the configuration of a project, for \`validate\`
  stats          count tracks, detections, types and attributes
  diff           show what differs between two annotation files
  evaluate       measure how well annotations agree with the truth
  merge          merge two changed versions of an annotation file
  git            let git merge and compare annotations
  render         draw annotations into a video or pictures
  fingerprint    print hashes of all pictures of a video or folder
  release        describe a release in a manifest, and check copies
  annotation     pull, push, and move to another copy of a video
  measure        measure what is linked on two calibrated cameras
  pack           check model packs before they are installed

Running a server:
  serve          run the server
  worker         run a worker of a site with PostgreSQL
  storage        import media where they are, without copying them
  admin          administer the server on this machine

This command:
  completion     let your shell complete commands, options and datasets
  mcp            let an assistant read datasets, files and jobs (MCP)

Exit codes: 0 ok, 1 findings, 2 usage, 3 server or network, 4 permission.
Every command has --json and --help. More in docs/cli.md.
Everywhere: --profile NAME for another identity (env: WAKELINE_PROFILE).
`;

export const annotationsHelp = `Usage: wakeline [options] [command]

Checks, converts, compares and measures annotation files.

Options:
  -V, --version  print the version
  -h, --help     show this help

Commands:
  convert        convert annotation files to another format
  validate       check annotation files, say where they are wrong
  init           write the configuration of a project, for \`validate\`
  stats          count tracks, detections, types and attributes
  diff           show what differs between two annotation files
  evaluate       measure how well annotations agree with the truth
  merge          merge two changed versions of an annotation file
  git            let git merge and compare annotations
  render         draw annotations into a video or pictures
  fingerprint    print hashes of all pictures of a video or folder
  release        describe a release in a manifest, and check copies
  annotation     move annotations to another copy of a video
  measure        measure what is linked on two calibrated cameras

Exit codes: 0 ok, 1 findings, 2 usage, 3 server or network, 4 permission.
Every command has --json and --help. More in docs/cli.md.
`;
